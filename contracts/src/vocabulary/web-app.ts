/**
 * The web app sends it with every call (`1`). No other site can make a browser add it without asking us first, which we
 * answer to nobody: whoever sends it is our own page, or no browser.
 */
export const webAppHeader = 'x-tuma-web-app'
