import { LocationChooser } from '../features/places/LocationChooser'
import { EditScreen } from '../features/profile/EditScreen'

export const EditRoute = () => <EditScreen Location={LocationChooser} />
