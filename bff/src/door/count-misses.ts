/**
 * Looks for something that a stranger must not find by trying: only misses count. What is found is given back, and so is
 * a look-up that failed. @param giveBack undoes the count of this attempt. @throws what `look` throws
 */
export const countMisses = async <Found>(
  giveBack: () => Promise<unknown>,
  look: () => Promise<Found>,
  isHit: (found: Found) => boolean,
): Promise<Found> => {
  const found = await look().catch(async (error: unknown) => {
    await giveBack()
    throw error
  })
  if (isHit(found)) await giveBack()
  return found
}
