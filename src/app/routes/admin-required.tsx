// Around every page that only administrators open.
import '../styles/mantine-inner.ts'
import { Guarded } from '../guarded.tsx'

export default function AdminRequired() {
  return <Guarded access="admin" />
}
