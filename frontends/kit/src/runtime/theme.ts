import { useSyncExternalStore } from 'react'
import { recall, remember } from './remembered.ts'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const followers = new Set<() => void>()
const current = (): Theme => recall('theme', themes) ?? 'system'

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  remember('theme', theme)
  apply(theme)
  for (const follow of followers) follow()
}

/** The chosen look; 'system' follows the device. Remembered in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore((follow) => {
    followers.add(follow)
    return () => followers.delete(follow)
  }, current)
  return [theme, chooseTheme]
}

/** The shell calls it once, before anything is drawn. */
export const applyRememberedTheme = (): void => apply(current())
