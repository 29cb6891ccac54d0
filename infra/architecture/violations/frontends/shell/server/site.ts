export const site = 'shell'
