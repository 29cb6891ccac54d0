/** Two arrowheads of a kanga border, on their way. */
export const LogoMark = () => (
  <svg viewBox="0 0 40 40" aria-hidden>
    <rect width="40" height="40" rx="10" fill="#0c3a29" />
    <path d="M6 10h7l9 10-9 10H6l9-10z" fill="#e8704a" />
    <path d="M17 10h8l10 10-10 10h-8l9-10z" fill="#f0b73f" />
    <circle cx="7.5" cy="20" r="2.5" fill="#f9f1de" />
  </svg>
)

/** Mark and name; inherits the text colour around it. */
export const Logo = () => (
  <span className="t-logo">
    <LogoMark />
    <span>Tuma</span>
  </span>
)

/** The kanga border: under a header, between two parts of a page. Decoration only. */
export const KangaStrip = () => <div className="t-strip" aria-hidden />
