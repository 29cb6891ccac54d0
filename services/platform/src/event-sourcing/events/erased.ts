/** Replaces a personal text whose person has been erased. */
export const erased = '(erased)'
