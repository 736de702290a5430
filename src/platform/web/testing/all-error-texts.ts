// Runs before every unit test file (vitest.config.ts): in the browser the register of error texts comes with the first call and what shows
// notices after the first paint; tests answer calls themselves and look at once.
import { loadErrorTexts } from '../http/error-message.ts'

await loadErrorTexts()
if (typeof document !== 'undefined') await (await import('../ui/notices.tsx')).noticeDisplay.load()
