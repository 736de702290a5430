// Around every page that only administrators open.
import { Guarded } from '../guarded.tsx'

export default function AdminRequired() {
  return <Guarded access="admin" />
}
