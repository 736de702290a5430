// What the browser side is built for. Old on purpose: the engines of QQ, UC and vendor browsers lag years behind.
export const BROWSER_TARGETS = ['chrome88', 'edge88', 'firefox78', 'safari14']
