import { sentences } from '@rosella/contract/sentences'
import ImageOff from 'lucide-react/icons/image-off'
import { useTitle } from '../../platform/title'
import { Banner } from '../../ui/overlays/Banner'
import { PhotoGrid } from './PhotoGrid'
import { usePhotoLimits, usePhotos } from './use-photos'
import '../../full-styles.css'

const TITLE = 'My photos'

export function PhotosScreen() {
  useTitle(TITLE)
  return (
    <div className="mx-auto grid w-full max-w-4xl gap-6 px-4 py-8 sm:px-6 sm:py-12">
      <h1 className="text-4xl">{TITLE}</h1>
      <VisibilityNotice />
      <PhotoGrid slots={3} />
    </div>
  )
}

function VisibilityNotice() {
  const { data } = usePhotos()
  const { min } = usePhotoLimits()
  if (!data || data.filter(({ approved }) => approved).length >= min) return null
  return (
    <Banner tone="wattle" icon={ImageOff}>
      <p className="font-semibold">{sentences.reducedVisibility}</p>
      <p>{`Others can find you once ${min === 1 ? 'one of your photos is' : `${min} of your photos are`} approved.`}</p>
    </Banner>
  )
}
