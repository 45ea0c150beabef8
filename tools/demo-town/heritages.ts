import type { NamePool } from './names'
import * as names from './names'

/** A family's spellings of its ethnicity, its language at home, and its country of birth if overseas. */
export interface Root {
  ethnicity: string
  language: string | null
  country: string
}

/** A family's origin, which decides names, languages and portraits. */
export interface Heritage {
  key: string
  weight: number
  names: NamePool
  roots: readonly Root[]
  /** The percentage born overseas. */
  overseas: number
  skins: readonly string[]
  hairs: readonly string[]
  hairStyle: 'straight' | 'coily' | 'any'
  /** Keeps alcohol and bacon out of the texts. */
  dry: boolean
}

type Body = Pick<Heritage, 'skins' | 'hairs' | 'hairStyle'>

const fair = ['ffe0c7', 'fbd3b4', 'f6c8a6', 'f2bd97']
const olive = ['f0c39c', 'e6b088', 'dca47a']
const golden = ['f6d2ae', 'efc49c', 'e5b48a']
const brown = ['c98d62', 'b97b52', 'a96c46', 'd29a70']
const deep = ['8a5638', '754830', '64402d', '9a6444']

const blondToBrown = ['e3b866', 'd19b4a', 'a96b38', '7b4a2b', '5b3824', 'b5532a', '8c4a2f']
const brownToBlack = ['4a2f24', '38241f', '5b3824', '33262a']
const nearBlack = ['33262a', '2c2230', '38241f']

const northern: Body = { skins: fair, hairs: blondToBrown, hairStyle: 'any' }
const eastern: Body = { skins: fair, hairs: ['a96b38', '7b4a2b', '5b3824', 'd19b4a'], hairStyle: 'any' }
const southern: Body = { skins: olive, hairs: brownToBlack, hairStyle: 'any' }
const eastAsian: Body = { skins: golden, hairs: nearBlack, hairStyle: 'straight' }
const southAsian: Body = { skins: brown, hairs: nearBlack, hairStyle: 'straight' }
const islands: Body = { skins: ['e0ad80', 'd39c6c', 'c98d62'], hairs: nearBlack, hairStyle: 'straight' }
const pacific: Body = { skins: brown, hairs: nearBlack, hairStyle: 'any' }
const african: Body = { skins: deep, hairs: nearBlack, hairStyle: 'coily' }
const firstPeoples: Body = { skins: [...brown, ...deep.slice(0, 2)], hairs: brownToBlack, hairStyle: 'any' }
const latin: Body = { skins: [...olive, 'd09a6c'], hairs: brownToBlack, hairStyle: 'any' }

/** `roots` is written 'Ethnicity/Language/COUNTRY; ...'; the language is empty for English. */
function heritage(
  key: string,
  weight: number,
  pool: NamePool,
  overseas: number,
  body: Body,
  roots: string,
  dry = false,
): Heritage {
  const parsed = roots.split('; ').map((root) => {
    const [ethnicity = '', language = '', country = 'AU'] = root.split('/')
    return { ethnicity, language: language || null, country }
  })
  return { key, weight, names: pool, roots: parsed, overseas, dry, ...body }
}

const angloRoots =
  'Anglo-Australian//GB; Australian//NZ; Anglo-Celtic//GB; English and Scottish//GB; Australian, a bit of everything//ZA'
const chineseRoots =
  'Chinese/Mandarin/CN; Chinese-Australian/Mandarin/SG; Hong Kong Chinese/Cantonese/HK; Malaysian Chinese/Cantonese/MY'
const indianRoots =
  'Indian/Hindi/IN; Indian-Australian/Hindi/IN; South Indian/Tamil/IN; Gujarati/Gujarati/IN; Indo-Fijian/Fiji Hindi/FJ'

export const heritages: readonly Heritage[] = [
  heritage('anglo', 42, names.middleNames, 12, northern, angloRoots),
  heritage('irish', 5, names.irishNames, 45, northern, 'Irish//IE; Irish-Australian//IE; Celtic//IE'),
  heritage(
    'italian',
    5,
    names.italianNames,
    10,
    southern,
    'Italian/Italian/IT; Italian-Australian/Italian/IT',
  ),
  heritage(
    'greek',
    4,
    names.greekNames,
    10,
    southern,
    'Greek/Greek/GR; Greek-Australian/Greek/GR; Greek Cypriot/Greek/CY',
  ),
  heritage(
    'lebanese',
    3,
    names.lebaneseNames,
    20,
    southern,
    'Lebanese/Arabic/LB; Lebanese-Australian/Arabic/LB',
  ),
  heritage(
    'arab',
    3.4,
    names.muslimNames,
    40,
    southern,
    'Egyptian/Arabic/EG; Iraqi/Arabic/IQ; Jordanian/Arabic/JO',
    true,
  ),
  heritage('malay', 2, names.malayNames, 70, islands, 'Malay/Malay/MY; Indonesian/Indonesian/ID', true),
  heritage(
    'vietnamese',
    5,
    names.vietnameseNames,
    35,
    eastAsian,
    'Vietnamese/Vietnamese/VN; Vietnamese-Australian/Vietnamese/VN',
  ),
  heritage('chinese', 7, names.chineseNames, 55, eastAsian, chineseRoots),
  heritage('indian', 6, names.indianNames, 60, southAsian, indianRoots),
  heritage('sikh', 2.6, names.sikhNames, 55, southAsian, 'Punjabi/Punjabi/IN; Punjabi Sikh/Punjabi/IN'),
  heritage(
    'srilankan',
    2,
    names.sriLankanNames,
    60,
    southAsian,
    'Sri Lankan/Sinhala/LK; Sinhalese/Sinhala/LK',
  ),
  heritage(
    'filipino',
    4,
    names.filipinoNames,
    55,
    islands,
    'Filipino/Tagalog/PH; Filipino-Australian/Tagalog/PH',
  ),
  heritage('tongan', 1.2, names.tonganNames, 40, pacific, 'Tongan/Tongan/TO'),
  heritage('samoan', 1.4, names.samoanNames, 40, pacific, 'Samoan/Samoan/WS; Samoan/Samoan/NZ'),
  heritage('maori', 2, names.maoriNames, 65, pacific, 'Māori/te reo Māori/NZ; Māori and Pākehā//NZ'),
  heritage(
    'first',
    4,
    names.firstNationsNames,
    0,
    firstPeoples,
    'Aboriginal//AU; Aboriginal Australian//AU; First Nations//AU',
  ),
  heritage('torres', 0.8, names.torresNames, 0, african, 'Torres Strait Islander/Torres Strait Creole/AU'),
  heritage('korean', 2, names.koreanNames, 60, eastAsian, 'Korean/Korean/KR; Korean-Australian/Korean/KR'),
  heritage(
    'japanese',
    1.6,
    names.japaneseNames,
    65,
    eastAsian,
    'Japanese/Japanese/JP; Japanese-Australian/Japanese/JP',
  ),
  heritage('southsudanese', 1.6, names.southSudaneseNames, 65, african, 'South Sudanese/Dinka/SS'),
  heritage('ethiopian', 1.2, names.ethiopianNames, 60, african, 'Ethiopian/Amharic/ET'),
  heritage('nigerian', 1, names.nigerianNames, 60, african, 'Nigerian/Igbo/NG'),
  heritage(
    'slavic',
    2,
    names.slavicNames,
    25,
    eastern,
    'Serbian/Serbian/RS; Croatian/Croatian/HR; Macedonian/Macedonian/MK',
  ),
  heritage('polish', 1, names.polishNames, 45, eastern, 'Polish/Polish/PL'),
  heritage('german', 1.4, names.germanNames, 45, northern, 'German/German/DE; German-Australian/German/DE'),
  heritage('dutch', 1, names.dutchNames, 40, northern, 'Dutch/Dutch/NL; Dutch-Australian/Dutch/NL'),
  heritage(
    'latin',
    2.4,
    names.latinNames,
    60,
    latin,
    'Chilean/Spanish/CL; Colombian/Spanish/CO; Argentinian/Spanish/AR',
  ),
  heritage('persian', 1.8, names.persianNames, 60, southern, 'Persian/Farsi/IR; Iranian-Australian/Farsi/IR'),
]
