// What a pure check answers: a code of the register and the values for its text. The server throws it, the browser shows `messageOf` of it.
import type { TextData } from './fill-text.ts'

export interface Problem<Code extends string = string> {
  readonly code: Code
  readonly data?: TextData
}
