import { type Checked, fine, wrong } from '../client-problems'
import { fields, type ProfileListField, profileListFieldNames } from './fields'

/** ISO 639-1: every language that people can choose. */
const codes = `
  aa ab af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cv cy da de dv dz ee el en eo es et eu
  fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz id ig ii ik is it iu ja jv ka kg ki kj kk kl km kn
  ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj
  om or os pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn
  to tr ts tt ty ug uk ur uz ve vi wo xh yi yo za zh zu
`
export const spokenCodes: readonly string[] = codes.trim().split(/\s+/)

let names: Intl.DisplayNames | undefined
/** Uses the platform's own tables, as country names do. */
export function spokenLabel(code: string): string {
  if (code === 'en') return 'English'
  names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })
  return names.of(code) ?? code
}

/** Interests to choose from. The codes are stored and searched and must never change; the labels may. */
const words = {
  Outdoors: {
    bushwalking: 'Bushwalking',
    camping: 'Camping',
    surfing: 'Surfing',
    'beach-days': 'Beach days',
    snorkelling: 'Snorkelling',
    'scuba-diving': 'Scuba diving',
    sailing: 'Sailing',
    kayaking: 'Kayaking',
    fishing: 'Fishing',
    'rock-climbing': 'Rock climbing',
    'mountain-biking': 'Mountain biking',
    'four-wheel-driving': 'Four-wheel driving',
    gardening: 'Gardening',
    birdwatching: 'Birdwatching',
    stargazing: 'Stargazing',
    'horse-riding': 'Horse riding',
    'skiing-and-snowboarding': 'Skiing and snowboarding',
    caravanning: 'Caravanning',
    'wild-swimming': 'Wild swimming',
    'farm-life': 'Farm life',
  },
  'Sport and fitness': {
    afl: 'AFL',
    'rugby-league': 'Rugby league',
    'rugby-union': 'Rugby union',
    cricket: 'Cricket',
    netball: 'Netball',
    soccer: 'Soccer',
    tennis: 'Tennis',
    basketball: 'Basketball',
    golf: 'Golf',
    running: 'Running',
    parkrun: 'Parkrun',
    gym: 'Gym',
    yoga: 'Yoga',
    pilates: 'Pilates',
    swimming: 'Swimming',
    cycling: 'Cycling',
    'martial-arts': 'Martial arts',
    dancing: 'Dancing',
    'lawn-bowls': 'Lawn bowls',
    motorsport: 'Motorsport',
  },
  'Food and drink': {
    coffee: 'Coffee',
    brunch: 'Brunch',
    barbecues: 'Barbecues',
    cooking: 'Cooking',
    baking: 'Baking',
    sourdough: 'Sourdough',
    wine: 'Wine',
    'craft-beer': 'Craft beer',
    cocktails: 'Cocktails',
    tea: 'Tea',
    'farmers-markets': 'Farmers markets',
    'street-food': 'Street food',
    'fine-dining': 'Fine dining',
    vegetarian: 'Vegetarian',
    vegan: 'Vegan',
    seafood: 'Seafood',
    'asian-cooking': 'Asian cooking',
    'pub-meals': 'Pub meals',
    cheese: 'Cheese',
  },
  'Music and stage': {
    'live-music': 'Live music',
    festivals: 'Festivals',
    'pub-gigs': 'Pub gigs',
    'playing-guitar': 'Playing guitar',
    'playing-piano': 'Playing piano',
    singing: 'Singing',
    choir: 'Choir',
    'indie-and-rock': 'Indie and rock',
    'hip-hop': 'Hip-hop',
    'country-music': 'Country music',
    'classical-music': 'Classical music',
    jazz: 'Jazz',
    'electronic-music': 'Electronic music',
    'vinyl-records': 'Vinyl records',
    theatre: 'Theatre',
    musicals: 'Musicals',
    'comedy-nights': 'Comedy nights',
    karaoke: 'Karaoke',
    'triple-j': 'Triple J',
  },
  'Culture and ideas': {
    reading: 'Reading',
    'book-clubs': 'Book clubs',
    writing: 'Writing',
    poetry: 'Poetry',
    'art-galleries': 'Art galleries',
    museums: 'Museums',
    history: 'History',
    film: 'Film',
    documentaries: 'Documentaries',
    photography: 'Photography',
    architecture: 'Architecture',
    science: 'Science',
    philosophy: 'Philosophy',
    politics: 'Politics',
    languages: 'Languages',
    'first-nations-culture': 'First Nations culture',
    podcasts: 'Podcasts',
    meditation: 'Meditation',
    spirituality: 'Spirituality',
  },
  'Home and making': {
    dogs: 'Dogs',
    cats: 'Cats',
    chooks: 'Chooks',
    'house-plants': 'House plants',
    'vegie-patch': 'Vegie patch',
    'home-renovating': 'Home renovating',
    woodworking: 'Woodworking',
    'knitting-and-sewing': 'Knitting and sewing',
    pottery: 'Pottery',
    painting: 'Painting',
    drawing: 'Drawing',
    'home-brewing': 'Home brewing',
    'interior-design': 'Interior design',
    cars: 'Cars',
    motorbikes: 'Motorbikes',
    'op-shopping': 'Op shopping',
    fashion: 'Fashion',
    beekeeping: 'Beekeeping',
  },
  'Games and screens': {
    'board-games': 'Board games',
    'card-games': 'Card games',
    chess: 'Chess',
    'video-games': 'Video games',
    puzzles: 'Puzzles',
    'trivia-nights': 'Trivia nights',
    crosswords: 'Crosswords',
    anime: 'Anime',
    'science-fiction': 'Science fiction',
    fantasy: 'Fantasy',
    'true-crime': 'True crime',
    'reality-tv': 'Reality TV',
    'british-drama': 'British drama',
    coding: 'Coding',
    gadgets: 'Gadgets',
    'escape-rooms': 'Escape rooms',
    'role-playing-games': 'Role-playing games',
  },
  'Travel and community': {
    'road-trips': 'Road trips',
    backpacking: 'Backpacking',
    'city-breaks': 'City breaks',
    'island-hopping': 'Island hopping',
    'outback-trips': 'Outback trips',
    'national-parks': 'National parks',
    'train-journeys': 'Train journeys',
    cruises: 'Cruises',
    volunteering: 'Volunteering',
    'surf-life-saving': 'Surf life saving',
    'fire-brigade': 'Fire brigade',
    landcare: 'Landcare',
    'climate-action': 'Climate action',
    'faith-and-church': 'Faith and church',
    'family-time': 'Family time',
    'lgbtqia-community': 'LGBTQIA+ community',
    'community-radio': 'Community radio',
    'country-shows': 'Country shows',
    'working-bees': 'Working bees',
  },
} as const satisfies Record<string, Record<string, string>>

export const tagGroups: readonly { name: string; tags: readonly { code: string; label: string }[] }[] =
  Object.entries(words).map(([name, tags]) => ({
    name,
    tags: Object.entries(tags).map(([code, label]) => ({ code, label })),
  }))

const labels = new Map(tagGroups.flatMap(({ tags }) => tags.map(({ code, label }) => [code, label] as const)))
export const tagCodes: readonly string[] = [...labels.keys()]
export const tagLabel = (code: string): string => labels.get(code) ?? code

// Not in rules.ts, so that only screens that need the lists load them.
/** Returns the codes in list order, without duplicates; null and undefined count as an empty list. */
const pickRule =
  (field: string, codes: readonly string[], most: number) =>
  (value: unknown): Checked<string[]> => {
    const picked = value ?? []
    if (!Array.isArray(picked) || !picked.every((code) => codes.includes(code)))
      return wrong('profile.value', { field })
    const kept = codes.filter((code) => picked.includes(code))
    return kept.length > most ? wrong('profile.too-many', { field, n: most }) : fine(kept)
  }

/** The list of codes for each field. */
export const codeLists: Record<
  ProfileListField,
  { codes: readonly string[]; label: (code: string) => string }
> = {
  spoken: { codes: spokenCodes, label: spokenLabel },
  tags: { codes: tagCodes, label: tagLabel },
}

/** The rules of the fields in /edit that have several codes from a list. */
export const profileListRules = Object.fromEntries(
  profileListFieldNames.map((key) => [
    key,
    pickRule(fields[key].label, codeLists[key].codes, fields[key].most),
  ]),
) as Record<ProfileListField, (value: unknown) => Checked<string[]>>
