import { useSyncExternalStore } from 'react'
import { currentTheme, keepTheme, type Theme, wearTheme } from './look.ts'

export type { Theme } from './look.ts'

const followers = new Set<() => void>()

export function chooseTheme(theme: Theme): void {
  keepTheme(theme)
  for (const follow of followers) follow()
}

const follow = (follower: () => void): (() => void) => {
  followers.add(follower)
  return () => followers.delete(follower)
}

/** The chosen look; 'system' follows the device. Remembered in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(follow, currentTheme, currentTheme), chooseTheme]
}

/** The shell calls it once, before anything is drawn. */
export const applyRememberedTheme = (): void => wearTheme(currentTheme())
