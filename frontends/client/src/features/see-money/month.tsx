import { addDays, daysOfMonth, getEatDay, monthInWords } from '@tuma/contracts/vocabulary'
import { FileSpreadsheet, FileText } from '@tuma/kit/icons'
import { api, useLanguage, useQuery, useSearchParams, useText } from '@tuma/kit/runtime'
import { Select } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const getToday = (): string => getEatDay(new Date().toISOString())

/** The month in the address; undefined: all of them. */
export const useMonth = () => {
  const [address, setAddress] = useSearchParams()
  const asked = address.get('month')
  const month = asked !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(asked) ? asked : undefined
  const choose = (next: string): void =>
    setAddress(next === '' ? {} : { month: next }, { replace: true, preventScrollReset: true })
  return { month, choose }
}

/** Without a month: the last twelve, which is as much as one statement has. */
const getDays = (month: string | undefined): { readonly from: string; readonly to: string } => {
  if (month !== undefined) return daysOfMonth(month)
  const to = getToday()
  const yearAgo = `${Number(to.slice(0, 4)) - 1}${to.slice(4, 7)}`
  return { from: addDays(daysOfMonth(yearAgo).to, 1), to }
}

/** Which month is shown, and its statement as a file. */
export const Month = ({ month, choose }: ReturnType<typeof useMonth>) => {
  const text = useText(texts)
  const [language] = useLanguage()
  const { data: months = [] } = useQuery(api.money.months.queryOptions())
  const days = new URLSearchParams(getDays(month))
  const files = [
    ['pdf', FileText],
    ['csv', FileSpreadsheet],
  ] as const
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-3 gap-y-2">
      <div className="grow basis-44 sm:max-w-56">
        <Select
          label={text('money.month')}
          placeholder={text('money.allMonths')}
          aria-required={false}
          value={month ?? ''}
          onChange={(event) => choose(event.target.value)}
          options={[...new Set([...(month ? [month] : []), ...months])]
            .toSorted()
            .toReversed()
            .map((value) => ({ value, label: monthInWords(value, language) }))}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <span id="money-statement" className="font-semibold">
          {text(month === undefined ? 'money.statementOfYear' : 'money.statement')}
        </span>
        <ul aria-labelledby="money-statement" className="flex flex-wrap gap-2">
          {files.map(([file, Icon]) => (
            <li key={file}>
              <a
                className="t-button"
                data-variant="secondary"
                data-size="normal"
                href={`/api/client/statement.${file}?${days}`}
                download
              >
                <Icon size={18} aria-hidden />
                {text(`money.file.${file}`)}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
