/** The effort of a journey. `screens` is how far the person had to scroll, in heights of their screen. */
export type Effort = { taps: number; fields: number; keys: number; pastes: number; screens: number }

/** Counts the effort of a person step by step. Opening a list and choosing from it are two taps and a field. */
export const countEffort = () => {
  const effort: Effort = { taps: 0, fields: 0, keys: 0, pastes: 0, screens: 0 }
  const touched = (taps: number): void => {
    effort.taps += taps
    effort.fields += 1
  }
  return {
    effort,
    tapped(): void {
      effort.taps += 1
    },
    /** @param taps 0 where the keyboard's Next has moved to the field */
    typed(text: string, taps: 0 | 1 = 1): void {
      touched(taps)
      effort.keys += text.length
    },
    /** Two presses on the field: it is held, and Paste is chosen. */
    pasted(): void {
      touched(2)
      effort.pastes += 1
    },
    chose(): void {
      touched(2)
    },
    scrolled(pixels: number, height: number): void {
      effort.screens += pixels / height
    },
  }
}

/**
 * Seconds that a practised person needs beside what the machine needs: 1.2 a tap, 0.28 a key, 6 to copy a text from
 * another app, 0.9 a scrolled screen.
 */
export const estimateSeconds = ({ taps, keys, pastes, screens }: Effort): number =>
  1.2 * taps + 0.28 * keys + 6 * pastes + 0.9 * screens
