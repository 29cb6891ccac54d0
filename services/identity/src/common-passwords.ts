/** The passwords that are tried first: the commonest of leaked lists that have six characters or more. */
const commonPasswords: ReadonlySet<string> = new Set(
  `
  000000 101010 102030 111111 11111111 112233 121212 123123 123123123 123321 1234567 12345678 123456789 1234567890
  123456 123456a 123654 123abc 123qwe 131313 147258369 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 212121 222222 232323
  252525 333333 444444 555555 654321 666666 696969 777777 7777777 789456 88888888 888888 987654321 999999
  a1b2c3 a123456 aa123456 aaaaaa abc123 abcd1234 abcdef access admin1 admin123 administrator andrew asdfgh asdfghjkl
  asdasd ashley bailey baseball batman buster changeme charlie chelsea computer cookie daniel default donald dragon
  flower football freedom george google guest123 hannah harley hello123 hunter iloveyou jennifer jessica jordan
  jordan23 joshua killer letmein liverpool loveme lovely maggie manutd master matthew michael michelle monkey mustang
  nairobi nicole ninja123 pass123 pass1234 passw0rd password password1 password12 password123 pepper princess p@ssw0rd
  qazwsx qwe123 qwerty qwerty1 qwerty123 qwertyuiop ranger robert samsung secret shadow soccer starwars summer sunshine
  superman temp123 test123 test1234 thomas tigger trustno1 welcome welcome1 whatever zaq12wsx zxcvbn zxcvbnm
  kenya254 kenya123 safaricom arsenal arsenal1 mpesa123
  `
    .trim()
    .split(/\s+/),
)

export const isCommonPassword = (password: string): boolean =>
  commonPasswords.has(password.normalize('NFKC').toLowerCase())
