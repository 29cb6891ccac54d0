import { recall, remember } from './remembered.ts'

/** What the first page's own small script needs as well: no React here. */

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** Goes round: as the device, light, dark. */
export const nextTheme = { system: 'light', light: 'dark', dark: 'system' } as const

export const currentTheme = (): Theme => recall('theme', themes) ?? 'system'

export function wearTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function keepTheme(theme: Theme): void {
  remember('theme', theme)
  wearTheme(theme)
}

export type Language = 'en' | 'sw'

export const currentLanguage = (): Language => recall('language', ['en', 'sw']) ?? 'en'
export const keepLanguage = (language: Language): void => remember('language', language)
export const otherLanguage = { en: 'sw', sw: 'en' } as const
