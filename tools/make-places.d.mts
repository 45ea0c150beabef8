/** Cuts the city data into `places/` below the folder (default `server/generated`); 'kept' when it is up to date. */
export function makePlaces(outDir?: string): Promise<'made' | 'kept'>
