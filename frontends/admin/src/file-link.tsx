import { Download } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { texts } from './texts.ts'

type Filters = { readonly [name: string]: string | undefined }

/** Link to the rows of a list as a file. The browser itself downloads and saves the file. */
export const FileLink = ({ of: list, filters }: { of: `/api/admin/${string}.csv`; filters: Filters }) => {
  const text = useText(texts)
  const said = Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined)
  return (
    <a
      className="t-button"
      data-variant="secondary"
      data-size="normal"
      href={said.length === 0 ? list : `${list}?${new URLSearchParams(said)}`}
      download
    >
      <Download size={18} aria-hidden />
      {/* On a phone the link is next to the title of the screen. */}
      <span className="max-sm:sr-only">{text('file')}</span>
    </a>
  )
}
