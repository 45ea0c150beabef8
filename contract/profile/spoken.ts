/** ISO 639-1: every language that people may say they speak. */
const codes = `
  aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cv cy da de dv dz ee el en eo es et eu
  fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig ii ik is it iu ja jv ka kg ki kj kk kl km kn
  ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj
  om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn
  to tr ts tt ty ug uk ur uz ve vi wo xh yi yo za zh zu
`
export const spokenCodes: readonly string[] = codes.trim().split(/\s+/)
const known = new Set(spokenCodes)
export const isSpoken = (code: string): boolean => known.has(code)

let names: Intl.DisplayNames | undefined
/** From the platform's own tables, as the names of countries are. */
export function spokenLabel(code: string): string {
  if (code === 'en') return 'English'
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
  return names.of(code) ?? code
}
