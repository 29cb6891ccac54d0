import type { Position } from '@tuma/contracts/vocabulary'

/** Where this browser is; `metres`: it may be that far off. It leaves the browser only if the caller sends it. */
export type Found = { readonly position: Position; readonly metres: number }
/** `refused` by the person or the browser's settings; `absent`: the browser cannot tell. */
export type FoundOrNot = Found | 'refused' | 'absent'

const permissionDenied = 1

/** Asks the browser, which asks the person the first time. @param exact true: takes longer, from satellites if it can */
export const findPosition = (exact: boolean): Promise<FoundOrNot> =>
  new Promise((resolve) => {
    const { geolocation } = navigator as Partial<Pick<Navigator, 'geolocation'>>
    if (!geolocation) return resolve('absent')
    geolocation.getCurrentPosition(
      ({ coords }) => resolve({ position: { lat: coords.latitude, lng: coords.longitude }, metres: coords.accuracy }),
      ({ code }) => resolve(code === permissionDenied ? 'refused' : 'absent'),
      { enableHighAccuracy: exact, timeout: 20_000, maximumAge: exact ? 0 : 60_000 },
    )
  })
