import { Tag } from '../Tag'

export const PremiumTag = () => <Tag tone="ink">Premium</Tag>
