import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** Shows the stored name of a list without a text in this release; all versions of a list have the same text. */
export const useListName = () => {
  const text = useText(texts) as (key: string) => string
  return (view: string): string => {
    const key = `behind.view.${view.replace(/-v\d+$/, '')}`
    return text(key) === key ? view : text(key)
  }
}
