/** A boda rider between the towers of Nairobi and a duka, with a parcel in our mark and one in a kanga. Decoration only. */
export const BodaScene = () => (
  <svg className="boda" viewBox="0 0 668 420" aria-hidden focusable="false">
    <circle className="boda-sun" cx="322" cy="196" r="164" />
    <Town />
    <Duka />
    <g className="boda-ride">
      <Motorcycle />
      <Parcels />
      <Rider />
    </g>
    <g className="boda-wind">
      <path d="M14 236h52M34 262h36M4 330h66M26 356h34" />
    </g>
  </svg>
)

/** KICC with its saucer, Times Tower, an acacia. */
const Town = () => (
  <g className="boda-town">
    <path d="M92 420V176l-10-14h8v-10h36v10h8l-10 14v244zM100 152v-14h16v14z" />
    <path d="M104 138l4-34 4 34z" />
    <path d="M40 420V262h44v158zM0 420v-96h34v96z" />
    <path d="M164 420V224l18-22 18 22v196zM180 202l2-38 2 38z" />
    <path d="M206 420V298h40v122zM456 420V238h36v182zM462 238v-20h24v20z" />
    <path d="M400 420V286h42v134z" />
    <g className="boda-windows">
      <path d="M100 190h16M100 206h16M100 222h16M100 238h16M100 254h16M172 240h20M172 258h20M172 276h20M50 280h24M50 298h24M50 316h24M462 256h24M462 274h24" />
    </g>
  </g>
)

const Duka = () => (
  <g>
    <path
      className="boda-leaf"
      d="M506 196c10-26 44-34 66-30 22-18 66-8 70 14 12 2 12 16 0 18-40 4-94 6-134 2-4 0-4-2-2-4z"
    />
    <path className="boda-trunk" d="M582 200l6 50M576 200l12 26 16-28" />
    <path className="boda-wall" d="M518 258h138v162H518z" />
    <path className="boda-inside" d="M530 300h114v64H530z" />
    <path className="boda-shelf" d="M530 332h58" />
    <path
      className="boda-goods"
      d="M536 314h12v17h-12zM552 318h14v13h-14zM570 310h10v21h-10zM536 346h16v16h-16zM558 350h20v12h-20z"
    />
    <Keeper />
    <path className="boda-counter" d="M522 362h130v14H522z" />
    <path
      className="boda-cream"
      d="M537.4 248H556.9L552 277v7a11.5 11.5 0 0 1-23 0v-7zM576.3 248H595.7L598 277v7a11.5 11.5 0 0 1-23 0v-7zM615.1 248H634.6L644 277v7a11.5 11.5 0 0 1-23 0v-7z"
    />
    <path
      className="boda-red"
      d="M518 248H537.4L529 277v7a11.5 11.5 0 0 1-23 0v-7zM556.9 248H576.3L575 277v7a11.5 11.5 0 0 1-23 0v-7zM595.7 248H615.1L621 277v7a11.5 11.5 0 0 1-23 0v-7zM634.6 248H654L667 277v7a11.5 11.5 0 0 1-23 0v-7z"
    />
    <path className="boda-sign" d="M540 218h92v26h-92z" />
    <text className="boda-lettering" x="586" y="238" textAnchor="middle">
      DUKA
    </text>
  </g>
)

/** She has seen him coming. */
const Keeper = () => (
  <g>
    <path className="boda-kanga" d="M594 362c0-18 8-24 20-24s20 6 20 24z" />
    <path className="boda-wave" d="M600 346l-10-22" />
    <circle className="boda-face" cx="614" cy="326" r="12" />
    <path className="boda-goods" d="M600 324c0-22 30-24 29-2l-7-4c-8-1-16 2-22 6zM622 312l12-8-2 14z" />
  </g>
)

const Wheel = ({ x }: { x: number }) => (
  <g className="boda-wheel">
    <circle className="boda-tyre" cx={x} cy="364" r="49" />
    <circle className="boda-rim" cx={x} cy="364" r="38" />
    <path className="boda-spokes" d={`M${x} 326v76M${x - 38} 364h76M${x - 27} 337l54 54M${x + 27} 337l-54 54`} />
    <circle className="boda-hub" cx={x} cy="364" r="10" />
  </g>
)

const Motorcycle = () => (
  <g>
    <Wheel x={200} />
    <Wheel x={446} />
    <path className="boda-steel" d="M200 364l76 10M446 364l-50-104" />
    <path className="boda-frame" d="M276 374l22-62M212 312l64 62M330 372l52-86M94 300h130M118 300l62 40" />
    <path className="boda-engine" d="M268 322h78a8 8 0 0 1 8 8v40a12 12 0 0 1-12 12h-66a12 12 0 0 1-12-12v-44z" />
    <path className="boda-fins" d="M284 336h52M284 348h52M284 360h52" />
    <path className="boda-pipe" d="M322 384l-60 6-118 0" />
    <path className="boda-guard" d="M140 342a66 66 0 0 1 94-34M398 330a60 60 0 0 1 66-24" />
    <path className="boda-tank" d="M288 306c4-30 24-44 56-44 30 0 46 14 52 34l-14 20c-30 8-64 8-88 2z" />
    <path className="boda-tank-line" d="M304 298c26 6 56 6 84-2" />
    <path className="boda-seat" d="M186 302c0-12 8-18 24-18h70c12 0 18 8 20 22l-6 10H196c-6 0-10-6-10-14z" />
    <path className="boda-frame" d="M398 264l-10-30-28-6" />
    <circle className="boda-lamp" cx="414" cy="276" r="18" />
  </g>
)

/** The big one carries our mark, the small one is wrapped in a kanga. */
const Parcels = () => (
  <g>
    <path className="boda-box" d="M82 192h106v104H82z" />
    <path className="boda-box-top" d="M82 192h106v18H82z" />
    <path className="boda-cream" d="M126 192h18v34l-9-6-9 6z" />
    <path className="boda-red" d="M102 238h13l17 20-17 20h-13l17-20z" />
    <path className="boda-green" d="M128 238h16l20 20-20 20h-16l17-20z" />
    <path className="boda-kanga" d="M100 150h70v42h-70z" />
    <path
      className="boda-kanga-teeth"
      d="M100 192l7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12zM100 150l7 12 7-12 7 12 7-12 7 12 7-12 7 12 7-12 7 12 7-12z"
    />
    <path className="boda-kanga" d="M135 152l-20-14 8-8 12 14 12-14 8 8z" />
  </g>
)

const Rider = () => (
  <g>
    <path className="boda-trousers" d="M252 286l82 16-18 72" />
    <path className="boda-shoe" d="M298 370h32l16 10c6 4 4 12-4 12h-44z" />
    <path className="boda-vest" d="M228 296c-6-50 12-104 52-124 26-8 46 4 48 24-6 24-28 64-36 104z" />
    <path className="boda-band" d="M234 250l72 8-6 16-68-8zM262 186l26 96h-14l-24-88z" />
    <path className="boda-sleeve" d="M300 200l30 44" />
    <path className="boda-arm" d="M330 246l36-14" />
    <circle className="boda-glove" cx="368" cy="231" r="11" />
    <path className="boda-neck" d="M302 150h24v26h-24z" />
    <path className="boda-face" d="M312 112h38c6 14 10 26 8 34-2 12-12 18-26 18-16 0-22-10-22-24z" />
    <path className="boda-helmet" d="M276 148c-12-46 14-80 50-80 26 0 44 16 46 40l-42 8c-10 2-14 8-14 18v14z" />
    <path className="boda-helmet-line" d="M282 106c24-16 56-20 84-16" />
    <path className="boda-peak" d="M330 116l50-10c6 0 8 6 2 9l-50 12z" />
    <path className="boda-smile" d="M338 150c6 2 12 1 16-3" />
    <circle className="boda-eye" cx="345" cy="132" r="3" />
  </g>
)
