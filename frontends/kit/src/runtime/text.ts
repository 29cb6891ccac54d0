import { createInstance } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { currentLanguage, keepLanguage, type Language } from './look.ts'

export type { Language } from './look.ts'
export const languages: Record<Language, string> = { en: 'English', sw: 'Kiswahili' }

/** Flat: `'form.title': 'Hello {{name}}'`. Plurals: two keys, `'rows_one'` and `'rows_other'`, used as `'rows'` with `count`. */
export type Texts = Readonly<Record<string, string>>

type TextKey<T> = keyof T extends infer K ? (K extends `${infer Word}_${'one' | 'other'}` ? Word : K & string) : never

/** `text('form.title', { name: 'Wanjiku' })` */
export type Text<T extends Texts = Texts> = (key: TextKey<T>, values?: Record<string, string | number>) => string

export type Catalogue<T extends Texts = Texts> = { readonly namespace: string; readonly en: T }

const i18n = createInstance({
  lng: currentLanguage(),
  fallbackLng: 'en',
  resources: {},
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
})
void i18n.use(initReactI18next).init()

const swahilis: (() => Promise<void>)[] = []
const underWay = new Set<Promise<void>>()
/** A screen in English is better than none. */
const patienceMs = 5000

/**
 * Resolves when the texts have loaded. Screens wait for it, so that a person who chose Swahili does not read English first.
 * Resolves at once for English.
 */
export async function textsReady(): Promise<void> {
  if (underWay.size === 0) return
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, patienceMs)
  await Promise.race([late, Promise.all(underWay)])
  clearTimeout(timer)
}

/** Speaks a language where there is no page to remember it in: while a build draws first pages. Every text is there then. */
export async function speak(language: Language): Promise<void> {
  await i18n.changeLanguage(language)
  await Promise.all(swahilis.map((load) => load()))
}

type Swahili<T> = Readonly<Record<keyof T, string>>
/** A JSON file, or a module that adds to one. Areas that were built for version 1.7 have modules only. */
type Loaded<T> = { readonly default: Swahili<T> } | { readonly texts: Swahili<T> }

/**
 * A remote's texts: `defineCatalogue('agent', en, () => import('./texts/agent.sw.json', { with: { type: 'json' } }))`.
 * English is in the script. Swahili is loaded when it is chosen; a text that it lacks stays English.
 */
export function defineCatalogue<T extends Texts>(
  namespace: string,
  en: T,
  swahili?: () => Promise<Loaded<T>>,
): Catalogue<T> {
  // Without a notification: no component shows these texts yet, and all components with a text would redraw.
  i18n.addResourceBundle('en', namespace, en, true, true, { silent: true })
  const load = async (): Promise<void> => {
    if (!swahili || i18n.language !== 'sw' || i18n.hasResourceBundle('sw', namespace)) return
    const loaded = await swahili()
    i18n.addResourceBundle('sw', namespace, 'default' in loaded ? loaded.default : loaded.texts, true, true)
  }
  swahilis.push(load)
  const begin = (): void => {
    const loading = load()
      .catch(() => {}) // what is missing stays English
      .finally(() => underWay.delete(loading))
    underWay.add(loading)
  }
  i18n.on('languageChanged', begin)
  if (i18n.language === 'sw') begin()
  return { namespace, en }
}

/** `const text = useText(catalogue)`, then `text('paid.title')`: keys are checked by the compiler. */
export function useText<T extends Texts>(catalogue: Catalogue<T>): Text<T> {
  const { t } = useTranslation(catalogue.namespace, { i18n })
  return t as unknown as Text<T>
}

/** The chosen language and how to choose another; remembered in this browser. */
export function useLanguage(): [Language, (language: Language) => void] {
  useTranslation(undefined, { i18n })
  return [i18n.language as Language, chooseLanguage]
}

/** The shell calls it once, before anything is drawn. */
export function applyRememberedLanguage(): void {
  document.documentElement.lang = i18n.language
}

export function chooseLanguage(language: Language): void {
  keepLanguage(language)
  document.documentElement.lang = language
  void i18n.changeLanguage(language)
}
