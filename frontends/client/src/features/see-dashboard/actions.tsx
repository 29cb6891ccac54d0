import { History, MessageCircleQuestionMark, PackagePlus, PackageSearch } from '@tuma/kit/icons'
import { Link, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

const actions = [
  { to: '/Client/send-parcel', name: 'action.new', hint: 'action.newHint', icon: PackagePlus },
  { to: '/Client/track-parcel', name: 'action.track', hint: 'action.trackHint', icon: PackageSearch },
  { to: '/Client/delivery-history', name: 'action.history', hint: 'action.historyHint', icon: History },
  { to: '/Client/contact', name: 'action.support', hint: 'action.supportHint', icon: MessageCircleQuestionMark },
] as const

export const QuickActions = () => {
  const text = useText(texts)
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3">
        {text('dashboard.actions')}
      </h2>
      <ul className="grid gap-3 md:grid-cols-2 min-[100rem]:grid-cols-4">
        {actions.map(({ to, name, hint, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="t-card flex h-full items-center gap-4 text-ink no-underline hover:border-acacia max-md:px-4 max-md:py-3"
            >
              <Icon size={28} aria-hidden className="shrink-0 text-laterite" />
              <span>
                <span className="block font-display text-lg font-bold">{text(name)}</span>
                <span className="t-hint block">{text(hint)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
