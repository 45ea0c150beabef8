import { SearchScreen } from '../../features/browse/search/SearchScreen'
import { LocationPicker } from '../../features/places/LocationPicker'

export const SearchRoute = () => <SearchScreen Town={LocationPicker} />
