/** What `public/before-page.js` put on the document; light where no document is (decision 0092). */
export const shownColorScheme = (): 'light' | 'dark' =>
  typeof document !== 'undefined' && document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light'
