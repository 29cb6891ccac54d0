/** @param id of the heading, which links to this part of the page name after the # */
export const SectionHead = ({ id, title, intro }: { id: string; title: string; intro: string }) => (
  <header className="mb-3">
    <h2 id={id} className="scroll-mt-20">
      {title}
    </h2>
    <p className="text-ink-soft">{intro}</p>
  </header>
)
