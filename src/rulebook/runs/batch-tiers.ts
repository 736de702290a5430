// Who may process several pictures at once (document 1 §6; C-03), in words: said wherever it is offered (decision 0098). Administrators may, too,
// and need no telling.
import { EDITABLE_USER_TYPES, hasPermission, isAdmin, userTypeLabel } from '../credits/tiers.ts'

const mayBatch = (userType: string): boolean => hasPermission({ userType }, 'batch_process') && !isAdmin({ userType })

/** 高级版、VIP版 */
export const BATCH_TIERS = EDITABLE_USER_TYPES.filter(mayBatch).map(userTypeLabel).join('、')
/** Beside the way to it. */
export const BATCH_TIERS_NOTE = `${BATCH_TIERS}可用`
