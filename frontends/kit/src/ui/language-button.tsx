import { languages, useLanguage } from '@tuma/kit/runtime'
import { Languages } from 'lucide-react'
import { otherLanguage } from '../runtime/look.ts'

/** Offers the other language by its own name; on a narrow bar there is room for a picture only. */
export function LanguageButton() {
  const [language, choose] = useLanguage()
  const next = otherLanguage[language]
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
