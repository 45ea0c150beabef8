import { ListScreen } from '../../features/browse/ListScreen'
import { MemberArea } from '../MemberArea'

export function MemberHome() {
  return (
    <MemberArea>
      <ListScreen filter="recent" />
    </MemberArea>
  )
}
