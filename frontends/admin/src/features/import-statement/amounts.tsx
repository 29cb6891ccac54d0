/** Shows cents, because the charges of M-Pesa have some. */
export const Cents = ({ of: cents }: { of: number }) => (
  <span className="t-whole tabular-nums">
    {cents < 0 ? '−' : ''}Ksh{' '}
    {(Math.abs(cents) / 100).toLocaleString('en', {
      minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
      maximumFractionDigits: 2,
    })}
  </span>
)
