// The calls of libheif's WASM build that we use; the package has no types for them.
declare module 'libheif-js/wasm-bundle.js' {
  interface Failure {
    code: unknown
    message: string
  }
  interface Channel {
    data: Uint8Array
    stride: number
    width: number
    height: number
  }
  type Opaque = object
  interface LibHeif {
    heif_context_alloc(): Opaque
    heif_context_read_from_memory(context: Opaque, bytes: Uint8Array): Failure
    heif_js_context_get_primary_image_handle(context: Opaque): Opaque | Failure
    heif_image_handle_get_width(handle: Opaque): number
    heif_image_handle_get_height(handle: Opaque): number
    heif_image_handle_has_alpha_channel(handle: Opaque): number | boolean
    heif_js_decode_image2(
      handle: Opaque,
      colorspace: Opaque,
      chroma: Opaque,
    ): Promise<{ channels?: Channel[] } & Partial<Failure>>
    /** The address of struct heif_security_limits in HEAPU8. */
    _heif_get_global_security_limits(): number
    HEAPU8: Uint8Array
    heif_error_code: { heif_error_Ok: unknown }
    heif_colorspace: { heif_colorspace_RGB: Opaque }
    heif_chroma: { heif_chroma_interleaved_RGB: Opaque; heif_chroma_interleaved_RGBA: Opaque }
  }
  const libheif: LibHeif
  export default libheif
}
