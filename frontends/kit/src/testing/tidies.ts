/** What puts back after each test whatever a test of a screen has left behind. */
export const tidies: (() => void)[] = []
