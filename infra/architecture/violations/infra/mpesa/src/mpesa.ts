export const startMpesa = () => []
