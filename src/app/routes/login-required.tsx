// Around every page that only signed-in people open.
import '../styles/mantine-inner.ts'
import { Guarded } from '../guarded.tsx'

export default function LoginRequired() {
  return <Guarded access="login" />
}
