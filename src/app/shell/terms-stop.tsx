// The terms before everything else, for users who have not accepted them yet; a separate chunk because it is rarely shown.
import TermsGate from '#features/account/web/terms/terms-gate.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useVisitor } from './visitor.ts'

export default function TermsStop() {
  return <TermsGate onLeave={useSignOut(useVisitor(), 'general')} />
}
