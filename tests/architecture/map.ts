/**
 * The places that a file may import from, by the longest matching prefix of its path. A feature may always import its
 * own files, and other features through their index.ts along the edges below.
 */
export const layers: Record<string, readonly string[]> = {
  contract: ['contract'],
  'server/src/platform': ['contract', 'server/src/platform'],
  'server/src/members': ['contract', 'server/src/platform', 'server/src/members'],
  'server/src/search-index': [
    'contract',
    'server/src/platform',
    'server/src/members',
    'server/src/search-index',
  ],
  'server/src/features': ['contract', 'server/src/platform', 'server/src/members', 'server/src/search-index'],
  // The composition root: start-up, app.ts and the commands may import everything.
  'server/src': ['contract', 'server/src', 'tools/demo-town/open'],
  'web/src/format': ['web/src/format', 'contract'],
  'web/src/ui': ['web/src/ui', 'web/src/format'],
  'web/src/platform': ['web/src/platform', 'web/src/format', 'contract'],
  'web/src/features': ['web/src/platform', 'web/src/ui', 'web/src/format', 'contract'],
  'web/src': ['web/src', 'contract'],
}

/** Server features that import another one through its index.ts. They form no cycle. */
export const serverEdges: Record<string, readonly string[]> = {
  account: ['photos', 'safety'],
  admin: ['access', 'photos', 'safety'],
  browse: ['notifications'],
  dates: ['notifications', 'safety'],
  gestures: ['browse', 'notifications'],
  live: ['safety'],
  member: ['browse'],
  messages: ['dates', 'notifications', 'safety'],
  safety: ['photos'],
  settings: ['access', 'notifications'],
  signup: ['access'],
  verification: ['photos'],
}

/** Web features that import another one. They form no cycle. */
export const webEdges: Record<string, readonly string[]> = {}

export const MAX_EDGES = 25
export const MAX_PRODUCT_FILES = 800
export const MAX_FILES_IN_FOLDER = 25
