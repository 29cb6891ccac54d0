import type { ScanTone } from '@tuma/contracts/vocabulary'

/** Beeps of so many Hz; lengths and pauses in ms, as `navigator.vibrate` takes them: on, off, on. */
type Sound = { readonly hertz: number; readonly pattern: readonly number[] }

const sounds: Record<ScanTone, Sound> = {
  good: { hertz: 1320, pattern: [110] },
  look: { hertz: 700, pattern: [110, 70, 110] },
  stop: { hertz: 220, pattern: [260, 120, 260] },
}
const long: Sound = { hertz: 220, pattern: [700] }

/** @param isLong a stop that is no mistake of the person who scans: one long sound instead of two */
export const getSound = (tone: ScanTone, isLong: boolean): Sound => (isLong ? long : sounds[tone])

/** Browsers let a page sound and vibrate only after its person has touched it or pressed a key. */
const wasTouched = (): boolean => navigator.userActivation?.hasBeenActive ?? true

let speaker: AudioContext | undefined

/** Sounds and vibrates, as far as the browser and the phone can and may. Muting is the phone's own. */
export const playSound = ({ hertz, pattern }: Sound): void => {
  if (!wasTouched()) return
  navigator.vibrate?.([...pattern])
  if (typeof AudioContext === 'undefined') return
  speaker ??= new AudioContext()
  // A browser stops it while the page is hidden.
  if (speaker.state !== 'running') void speaker.resume().catch(() => undefined)
  let from = speaker.currentTime
  for (const [place, ms] of pattern.entries()) {
    if (place % 2 === 0) beep(speaker, hertz, from, ms / 1000)
    from += ms / 1000
  }
}

const loudness = 0.5
const edge = 0.01

/** Fades in and out in a hundredth of a second, so that nothing clicks. */
const beep = (context: AudioContext, hertz: number, from: number, seconds: number): void => {
  const [tone, volume] = [context.createOscillator(), context.createGain()]
  tone.type = 'square'
  tone.frequency.value = hertz
  volume.gain.setValueAtTime(0, from)
  volume.gain.linearRampToValueAtTime(loudness, from + edge)
  volume.gain.setValueAtTime(loudness, from + seconds - edge)
  volume.gain.linearRampToValueAtTime(0, from + seconds)
  tone.connect(volume).connect(context.destination)
  tone.start(from)
  tone.stop(from + seconds)
}
