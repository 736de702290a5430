// The terms before everything else, for whoever still owes them a yes; a part of its own because hardly a page ever shows it.
import TermsGate from '#features/account/web/terms/terms-gate.tsx'
import { useSignOut } from './use-sign-out.ts'
import { useVisitor } from './visitor.ts'

export default function TermsStop() {
  return <TermsGate onLeave={useSignOut(useVisitor(), 'general')} />
}
