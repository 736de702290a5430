// Interpolation kernels (Keys 1981 with a = −0.5; Lanczos with three lobes).

export type KernelName = 'bicubic' | 'lanczos3'

export interface Kernel {
  /** Half width in source pixels when enlarging. */
  readonly radius: number
  at(distance: number): number
}

export const KERNELS: Readonly<Record<KernelName, Kernel>> = {
  bicubic: {
    radius: 2,
    at(distance) {
      const d = Math.abs(distance)
      if (d <= 1) return 1.5 * d ** 3 - 2.5 * d ** 2 + 1
      return d < 2 ? -0.5 * d ** 3 + 2.5 * d ** 2 - 4 * d + 2 : 0
    },
  },
  lanczos3: {
    radius: 3,
    at(distance) {
      const d = Math.abs(distance)
      if (d < 1e-9) return 1
      return d < 3 ? (3 * Math.sin(Math.PI * d) * Math.sin((Math.PI * d) / 3)) / (Math.PI * d) ** 2 : 0
    },
  },
}
