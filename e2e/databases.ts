// Journeys run on the embedded database; one with these details runs on PostgreSQL, too (playwright.config.ts, decision 0019):
//   test('a run is found again', ON_BOTH_DATABASES, async ({ page }) => …)
export const ON_BOTH_DATABASES = { tag: '@both-databases' } as const
