/** What stands in place of a personal text whose person has been erased. */
export const erased = '(erased)'
