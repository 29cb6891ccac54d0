/** The code of a place, printed large on labels: three or four capital letters or digits. */
export const placeCodeShape = /^[A-Z0-9]{3,4}$/

/**
 * The form in which codes are compared: without case, with O as 0 and I as 1, because people who sort parcels confuse
 * them.
 */
export const placeCodeKey = (code: string): string => code.toUpperCase().replaceAll('O', '0').replaceAll('I', '1')
