/** Writes the city data to `places/` below the folder (default `server/generated`); 'kept' if it is up to date. */
export function makePlaces(outDir?: string): Promise<'made' | 'kept'>
