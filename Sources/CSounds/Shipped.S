// Embeds the shipped sounds, each a WAV file between two symbols. In assembly, because C's `#embed` needs clang 19.
#if defined(__arm__)
#define AS_BYTES %progbits
#else
#define AS_BYTES @progbits
#endif

  .section .rodata.sounds, "a", AS_BYTES

  .balign 4
  .globl sounds_chomp_begin, sounds_chomp_end
  .hidden sounds_chomp_begin, sounds_chomp_end
sounds_chomp_begin:
  .incbin "chomp.wav"
sounds_chomp_end:

  .balign 4
  .globl sounds_hehe_begin, sounds_hehe_end
  .hidden sounds_hehe_begin, sounds_hehe_end
sounds_hehe_begin:
  .incbin "hehe.wav"
sounds_hehe_end:

  .section .note.GNU-stack, "", AS_BYTES
