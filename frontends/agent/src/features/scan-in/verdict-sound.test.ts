import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Beep = { readonly hertz: number; readonly from: number; readonly until: number }

let beeps: Beep[]
const vibrate = vi.fn()
class Speaker {
  static opened = 0
  state = 'running'
  currentTime = 5
  destination = {}
  constructor() {
    Speaker.opened += 1
  }
  createGain() {
    const volume = { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} }
    return { gain: volume, connect: () => ({}) }
  }
  createOscillator() {
    const tone = { type: '', frequency: { value: 0 }, from: 0 }
    return {
      ...tone,
      connect: (next: object) => next,
      start(from: number) {
        this.from = from
      },
      stop(until: number) {
        beeps.push({ hertz: this.frequency.value, from: this.from, until })
      },
    }
  }
}
const touchedBefore = (hasBeenActive: boolean) => {
  vi.stubGlobal('navigator', { vibrate, userActivation: { hasBeenActive } })
  vi.stubGlobal('AudioContext', Speaker)
}
beforeEach(() => {
  beeps = []
  Speaker.opened = 0
  vibrate.mockClear()
  vi.resetModules()
})
afterEach(() => vi.unstubAllGlobals())
const play = async (...of: Parameters<typeof import('./verdict-sound.ts')['getSound']>) => {
  const { getSound, playSound } = await import('./verdict-sound.ts')
  playSound(getSound(...of))
  return beeps.map(({ hertz, from, until }) => [hertz, Math.round((until - from) * 1000)])
}

describe('a verdict sounds', () => {
  test.each([
    ['good', false, [[1320, 110]]],
    ['look', false, [700, 700].map((hertz) => [hertz, 110])],
    ['stop', false, [220, 220].map((hertz) => [hertz, 260])],
    ['stop', true, [[220, 700]]],
  ] as const)('%s (long: %s)', async (tone, isLong, expected) => {
    touchedBefore(true)
    expect(await play(tone, isLong)).toEqual(expected)
  })
  test('and vibrates by the same pattern', async () => {
    touchedBefore(true)
    await play('stop', false)
    expect(vibrate.mock.calls).toEqual([[[260, 120, 260]]])
  })
})

test('before the first touch nothing sounds, as browsers would complain', async () => {
  touchedBefore(false)
  expect(await play('stop', false)).toEqual([])
  expect([vibrate.mock.calls, Speaker.opened]).toEqual([[], 0])
})

test('a browser without sound or vibration goes on', async () => {
  vi.stubGlobal('navigator', {})
  expect(await play('good', false)).toEqual([])
})
