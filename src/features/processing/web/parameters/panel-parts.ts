// What stands in the panel once there is a picture, in one part: each of its own would cost the page more than it weighs.
export { ModelWork } from './model-work.tsx'
export { SizeChips } from './size-chips.tsx'
