/** Decoration beside the two ways to send; the colours are those of the landing page's scene. */
export const DoorPicture = () => (
  <svg className="way-picture" viewBox="0 0 96 96" aria-hidden focusable="false">
    <path fill="#c8471f" d="M14 8h50v80H14z" />
    <path fill="#2d6fa0" d="M21 15h36v73H21z" />
    <path fill="#1f4a68" d="M27 22h10v22H27zM41 22h10v22H41zM27 52h10v24H27zM41 52h10v24H41z" />
    <circle cx="53" cy="50" r="3" fill="#f0b73f" />
    <path fill="#14231b" d="M4 86h88v5H4z" />
    <path fill="#d39a5b" d="M56 56h32v30H56z" />
    <path fill="#e3b67d" d="M56 56h32v7H56z" />
    <path fill="#f9f1de" d="M69 56h7v12l-3.5-3-3.5 3z" />
    <path fill="#12593d" d="M64 71h5l6 5-6 5h-5l6-5z" />
  </svg>
)

export const CounterPicture = () => (
  <svg className="way-picture" viewBox="0 0 96 96" aria-hidden focusable="false">
    <path fill="#12593d" d="M10 24h76v67H10z" />
    <path fill="#0c2419" d="M18 38h60v26H18z" />
    <path fill="#d39a5b" d="M26 46h20v18H26zM54 40h18v24H54z" />
    <path fill="#7a1f3d" d="M54 40h18v8H54z" />
    <path fill="#f9f1de" d="M33 46h6v9l-3-2.5-3 2.5z" />
    <path fill="#8b4a1f" d="M6 64h84v9H6z" />
    <path
      fill="#c8471f"
      d="M12 10h14l-2 20a7.5 7.5 0 0 1-18 0zM40 10h16v20a8 8 0 0 1-16 0zM70 10h14l6 20a7.5 7.5 0 0 1-18 0z"
    />
    <path fill="#f0b73f" d="M26 10h14v20a8 8 0 0 1-16 0zM56 10h14l2 20a8 8 0 0 1-16 0z" />
    <path fill="#14231b" d="M4 89h88v4H4z" />
  </svg>
)
