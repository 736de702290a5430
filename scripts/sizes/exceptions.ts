// What may be longer than the bounds, each with its reason. A place is a file, or `file#function`.
export const EXCEPTIONS: Readonly<Record<string, string>> = {
  'bench/engine-quality.ts': 'one command prints one table; its parts share pictures and seeds',
  'src/app/server/tests/account/merge.test.ts':
    'one use case whose proofs, emails and failures share the two accounts and the ticket that its helpers make',
  'src/app/server/tests/account/merge.test.ts#[MERGE-01] [MERGE-02] [MERGE-03] [MERGE-04] [MERGE-05] [MERGE-07] moves everything and ends the other account':
    'one journey through the data; cut, the second half would have to make the first again',
  'src/app/server/tests/admin/admin-users.test.ts':
    'list, edit, status and the last administrator read and write the same accounts, roles and ledger, which its helpers make',
  'src/app/server/tests/admin/admin-actions.test.ts':
    'one table of all actions of the back office, which each new call makes longer',
  'src/app/server/tests/attacks/roles.test.ts': 'one table of all calls, which each new call makes longer',
  'src/engine/enlarge/edge-tile.ts#edgeTile':
    'writes one kernel, instruction by instruction; cut, the registers would have to be passed along',
  'src/features/account/server/phone/phone-account.test.ts':
    'every case needs a person, the message at the gateway and its code; 42 lines above the bound',
  'src/features/account/server/verification/verification-codes.ts#createVerificationCodes':
    'one object of small methods that share clock, key and limits',
  'src/features/account/web/session/auth-state-store.test.ts':
    'one state machine: each group of transitions begins with the fake backend, sessions and second tab of its first 70 lines',
  'src/features/processing/server/provider/provider.conformance.ts#describeProvider':
    'a conformance suite: every adapter passes this list of tests',
  'src/features/processing/server/start/start-job.test.ts':
    'the guards of one transaction in their order: a case of one is complete only beside those before and after it',
  'src/features/processing/server/testing/test-service.ts#openTestService':
    'puts a service for tests together: one part a line',
  'src/features/processing/server/uploads/upload-routes.test.ts':
    'accepted and refused pictures share one storage and database that fail on request (a put, a transaction, a crash)',
  'src/features/processing/server/work/run-job.test.ts':
    'the ends of one job (done, failed, cancelled, late, cut off) share a provider, storage and mailbox that misbehave on request',
  'src/platform/server/http/http-app.test.ts':
    'headers, log, health and pages of one application with routes of every kind, which takes its first hundred lines to make',
  'src/platform/server/storage/folder-storage.ts#openFolderStorage':
    'one object of small methods that share the folder',
  'src/platform/server/storage/storage.conformance.ts#describeStorage':
    'a conformance suite: a list of tests around one adapter',
  'src/app/server/compose-features.ts#registerServices': 'puts the service together: one part a line, no decisions',
  'src/features/processing/server/functions/split-call.ts#createCallSplitter':
    'one walk over the bytes of a body; cut, its place in them would have to be passed along',
  'src/features/processing/server/processing.ts#createRouter': 'one entry a call, no decisions',
}
