import { type Language, languages, useLanguage } from '@tuma/kit/runtime'
import { Languages } from 'lucide-react'

const other: Record<Language, Language> = { en: 'sw', sw: 'en' }

/** Offers the other language by its own name; on a narrow bar there is room for a picture only. */
export function LanguageButton() {
  const [language, choose] = useLanguage()
  const next = other[language]
  return (
    <button
      type="button"
      className="t-icon-button t-language"
      lang={next}
      aria-label={languages[next]}
      title={languages[next]}
      onClick={() => choose(next)}
    >
      <Languages size={20} aria-hidden />
      <span>{languages[next]}</span>
    </button>
  )
}
