import { SearchScreen } from '../../features/browse/search/SearchScreen'
import '../../full-styles.css'
import { LocationPicker } from '../../features/places/LocationPicker'

export const SearchRoute = () => <SearchScreen Town={LocationPicker} />
