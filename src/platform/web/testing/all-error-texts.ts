// Runs before every unit test file (vitest.config.ts): in the browser the register of error texts comes with the first call, tests answer
// calls themselves.
import { loadErrorTexts } from '../error-message.ts'

await loadErrorTexts()
